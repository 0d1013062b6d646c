import { verifyAgent } from './agent.ts'
import { UsageError, verifyReceipt } from './receipt.ts'

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

/** Checks what the words of the command line name, and prints what it found. @returns how the program ends */
export async function runVerify([kind = '', ...words]: readonly string[]): Promise<number> {
  try {
    const check = kinds[kind]
    if (!check) throw new UsageError(`Say what to check: ${Object.keys(kinds).join(', ')}.`)
    return await check(words)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return 2
  }
}
