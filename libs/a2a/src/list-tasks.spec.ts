import { emptyTaskList, parseListTasks } from './list-tasks';

describe('parseListTasks', () => {
  it.each([
    ['', 50],
    ['pageSize=1', 1],
    ['pageSize=100', 100],
    ['pageSize=007', 7],
    ['page%53ize=9', 9],
    ['pageToken=x&status=bad&contextId=&pageSize=20', 20],
    ['pagesize=0', 50],
    ['page_size=0', 50],
    ['PageSize=x', 50],
    ['&&=&x', 50],
    ['__proto__=1&constructor=2', 50],
    ['a=%zz', 50],
  ])('PACT 2.2: %j means a page of %i', (query, pageSize) => {
    expect(parseListTasks(query)).toEqual({ ok: true, value: { pageSize } });
  });

  it.each([
    ...[
      '0',
      '000',
      '101',
      '999',
      '-1',
      '+5',
      '%2B5',
      '1.5',
      '1e1',
      '0x1',
      'abc',
      '',
      '%20',
      '5%20',
      '1000',
      '0050',
    ],
    ...['٣', '%D9%A3', 'NaN', 'Infinity', '1,2', '5#x', '5;x', 'null'],
  ])('PACT 2.2: pageSize=%s is INVALID_PARAMS', value => {
    const page = parseListTasks(`pageSize=${value}`);
    expect(page).toMatchObject({ ok: false, error: { reason: 'INVALID_PARAMS' } });
  });

  it.each(['pageSize', 'pageSize=5&pageSize=5', 'pageSize=5&x=1&page%53ize=6', 'pageSize=&pageSize=5'])(
    'PACT 2.2: %s is INVALID_PARAMS, since pageSize comes once and has a value',
    query => {
      expect(parseListTasks(query)).toMatchObject({ ok: false, error: { reason: 'INVALID_PARAMS' } });
    },
  );
});

describe('emptyTaskList', () => {
  // Field row 14: clients read all four members; a serializer that drops empty ones breaks them.
  it('PACT 2.2: always has its four members, in this order', () => {
    expect(JSON.stringify(emptyTaskList(20))).toBe(
      '{"tasks":[],"nextPageToken":"","pageSize":20,"totalSize":0}',
    );
  });
});
