/**
 * Loaded into a server by `--import`, and so into its threads: while the file that LAB_SLOW_FSYNC names is there, each
 * wait for the disk takes as many milliseconds longer as stand in it.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const file = process.env.LAB_SLOW_FSYNC
if (file) {
  const { fsyncSync, readFileSync, existsSync } = fs
  const sleeping = new Int32Array(new SharedArrayBuffer(4))
  fs.fsyncSync = (descriptor) => {
    if (existsSync(file)) Atomics.wait(sleeping, 0, 0, Number(readFileSync(file, 'utf8')) || 0)
    fsyncSync(descriptor)
  }
  syncBuiltinESMExports()
}
