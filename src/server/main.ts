import { DatabaseError } from './db/database-error.ts'
import { EnvError, readEnv } from './env.ts'
import { StartError } from './start-error.ts'

/**
 * Runs the server until it is asked to end. A fault that a person can mend is one plain sentence on standard error.
 * @param prepare what has to be done before pages can be served, such as building the web
 */
export async function main(
  prepare: (say: (line: string) => void) => Promise<void> = async () => {},
): Promise<void> {
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  try {
    const env = readEnv(process.env)
    // After the environment: what is wrong with it is said before the server's code is even loaded.
    const { startServer } = await import('./start-server.ts')
    const server = await startServer(env, { prepare: () => prepare(say) })
    say(`Bionic is at ${server.address}`)
    say(server.engineNote)
    let ending = false
    const end = async (signal: NodeJS.Signals) => {
      if (ending) process.exit(1)
      ending = true
      say(`${signal}: letting go of running replies and closing the database.`)
      await server.close()
      process.exit(0)
    }
    process.on('SIGTERM', end).on('SIGINT', end)
    await server.failed
  } catch (error) {
    const expected = [StartError, EnvError, DatabaseError].some((kind) => error instanceof kind)
    process.stderr.write(
      `Bionic can't run: ${expected ? (error as Error).message : String((error as Error)?.stack ?? error)}\n`,
    )
    process.exit(1)
  }
}

if (import.meta.main) await main()
