import { NumberedRequest, requestBytes } from './request-bytes';

describe('request bytes', () => {
  it('states the length of a body in bytes', () => {
    const text = requestBytes({ method: 'POST', path: '/p', token: 't', body: '{"a":"é"}' }).toString();
    expect(text).toContain('\r\nContent-Length: 10\r\n');
    expect(text.endsWith('\r\n\r\n{"a":"é"}')).toBe(true);
  });

  it('sends no length without a body', () => {
    const text = requestBytes({ method: 'GET', path: '/p?x=1', token: 'abc' }).toString();
    expect(text).toBe('GET /p?x=1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer abc\r\n\r\n');
  });

  it('numbers a request without changing its length', () => {
    const bytes = requestBytes({
      method: 'POST',
      path: '/p',
      token: 't',
      body: JSON.stringify({ messageId: `m-${NumberedRequest.HOLE}` }),
    });
    const { length } = bytes;
    const request = new NumberedRequest(bytes);
    expect(request.numbered(7).toString()).toContain('"m-000000000007"');
    expect(request.numbered(123_456).toString()).toContain('"m-000000123456"');
    expect(request.numbered(1).length).toBe(length);
  });
});
