import { verifyAgent } from './verify/agent.ts'
import { UsageError, verifyReceipt } from './verify/receipt.ts'

/** What can be checked, by its name on the command line. @returns how the program ends */
const kinds: Readonly<Record<string, (words: string[]) => Promise<number>>> = {
  receipt: verifyReceipt,
  async agent([path]) {
    if (path === undefined) throw new UsageError('Name the file of the agent.')
    const { code, lines } = await verifyAgent(path)
    console.log(lines.join('\n'))
    return code
  },
}

const [kind = '', ...words] = process.argv.slice(2)
try {
  const verify = kinds[kind]
  if (!verify) throw new UsageError(`Say what to check: ${Object.keys(kinds).join(', ')}.`)
  process.exitCode = await verify(words)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}
