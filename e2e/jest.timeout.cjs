/** A journey of several requests, some of which wait for deadlines, may take longer than the 5 s of a unit test. */
jest.setTimeout(60_000);
