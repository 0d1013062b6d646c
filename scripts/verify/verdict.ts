/**
 * Whether a file is what was signed: without a network, a database or anything of the place that it is from.
 * Exit codes: 0 it is; 1 it is not; 2 there is nothing to verify, or the file can't be read.
 */
export interface Verdict {
  code: 0 | 1 | 2
  lines: string[]
}
