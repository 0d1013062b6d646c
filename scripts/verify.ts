import { verifyAgent } from './verify/agent.ts'
import type { Verdict } from './verify/verdict.ts'

const kinds: Readonly<Record<string, (path: string) => Promise<Verdict>>> = { agent: verifyAgent }

const [kind = '', path] = process.argv.slice(2)
const verify = kinds[kind]
const { code, lines } =
  verify && path !== undefined
    ? await verify(path)
    : { code: 2, lines: [`npm run verify -- <${Object.keys(kinds).join('|')}> <file>`] }
process.stdout.write(`${lines.join('\n')}\n`)
process.exitCode = code
