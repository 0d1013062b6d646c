import { type Logger, pino } from 'pino'
import { describeError } from './describe-error.ts'

export type { Logger }

const LINE_CHARACTERS = 8_000

const serializers = { err: describeError }

/** Writes to standard error, apart from output for people, and removes the secrets from every line; more may be added. */
export function createLog(
  level: string,
  { secrets = [], write = writerOf(2) }: { secrets?: readonly string[]; write?: (line: string) => void } = {},
): Logger {
  let hidden = hiddenOf(secrets)
  let known = secrets.length
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers },
    {
      write(line: string) {
        if (secrets.length !== known) {
          hidden = hiddenOf(secrets)
          known = secrets.length
        }
        const safe = hidden.reduce((rest, secret) => rest.replaceAll(secret, '…'), line)
        write(safe.length > LINE_CHARACTERS ? cutLine(safe) : safe)
      },
    },
  )
}

function hiddenOf(secrets: readonly string[]): string[] {
  return secrets
    .filter((secret) => secret.length >= 4)
    .map((secret) => JSON.stringify(secret).slice(1, -1))
    .sort((a, b) => b.length - a.length)
}

/** Removes user data from errors, however the given log was made. */
export function withoutValues(log: Logger): Logger {
  return log.child({}, { serializers })
}

function writerOf(descriptor: number): (line: string) => void {
  const stream = pino.destination(descriptor)
  // A closed terminal accepts no more lines; that must not end the process, least of all during an orderly shutdown.
  stream.on('error', () => {})
  return (line) => void stream.write(line)
}

/** The result is still one line of JSON. */
function cutLine(line: string): string {
  const { level, time, msg, requestId } = JSON.parse(line) as Record<string, unknown>
  const text = typeof msg === 'string' ? msg.slice(0, LINE_CHARACTERS / 4) : msg
  return `${JSON.stringify({ level, time, requestId, cut: line.length, msg: text })}\n`
}
