import fc from 'fast-check';
import { ResponseReader, UnreadableAnswer } from './response-reader';

const answer = (status: number, body: string, headers = '') =>
  `HTTP/1.1 ${status} Some Words\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\nDate: now\r\n\r\n${body}`;

const texts = (reader: ResponseReader, ...chunks: string[]) =>
  chunks.flatMap(chunk => reader.read(Buffer.from(chunk)).map(({ status, body }) => `${status} ${body}`));

describe('ResponseReader', () => {
  it('reads an answer that came in one piece', () => {
    expect(texts(new ResponseReader(), answer(200, '{"a":1}'))).toEqual(['200 {"a":1}']);
  });

  it('reads answers without a body, and several in one piece', () => {
    expect(texts(new ResponseReader(), answer(401, '') + answer(200, 'x') + answer(404, ''))).toEqual([
      '401 ',
      '200 x',
      '404 ',
    ]);
  });

  it('takes the length in any letter case, first or last of the headers', () => {
    const last = 'HTTP/1.1 200 OK\r\nDate: now\r\ncontent-LENGTH:2\r\n\r\nok';
    expect(texts(new ResponseReader(), last)).toEqual(['200 ok']);
  });

  it('takes a body that looks like an answer as a body', () => {
    const inner = answer(500, 'inner');
    expect(texts(new ResponseReader(), answer(200, inner))).toEqual([`200 ${inner}`]);
  });

  it('reads the same answers however the bytes are cut', () => {
    const bodies = fc.array(fc.tuple(fc.integer({ min: 200, max: 599 }), fc.string({ unit: 'grapheme' })));
    fc.assert(
      fc.property(bodies, fc.array(fc.nat({ max: 40 })), (sent, cuts) => {
        const bytes = Buffer.from(sent.map(([status, body]) => answer(status, body)).join(''));
        const reader = new ResponseReader();
        const got: string[] = [];
        let at = 0;
        for (const cut of [...cuts, bytes.length]) {
          for (const { status, body } of reader.read(bytes.subarray(at, at + cut)))
            got.push(`${status} ${body}`);
          at += cut;
        }
        expect(got).toEqual(sent.map(([status, body]) => `${status} ${Buffer.from(body)}`));
      }),
    );
  });

  it('refuses what is no HTTP/1.1 answer, and an answer of unknown length', () => {
    const read = (text: string) => () => new ResponseReader().read(Buffer.from(text));
    expect(read('SSH-2.0-OpenSSH\r\n\r\n')).toThrow(UnreadableAnswer);
    expect(read('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n')).toThrow(
      'without Content-Length',
    );
    expect(read('HTTP/1.1 200 OK\r\nX-Content-Length: 2\r\n\r\nok')).toThrow('without Content-Length');
  });
});
