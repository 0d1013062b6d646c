import { runVerify } from './verify/run-verify.ts'

process.exitCode = await runVerify(process.argv.slice(2))
