export { bench } from './bench';
export type { BenchTools } from './bench';
