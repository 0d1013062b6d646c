import { type Logger, pino } from 'pino'
import { describeError } from './describe-error.ts'

export type { Logger }

/** No line of the log is longer, in characters; what a line says beyond is cut. */
const LINE_CHARACTERS = 8_000

const serializers = { err: describeError }

/**
 * JSON lines on standard error, so that what a command prints for people stays apart.
 * @param secrets texts that no line may hold, whoever brings them there: keys, passwords, whole addresses with them
 */
export function createLog(
  level: string,
  { secrets = [], write = writerOf(2) }: { secrets?: readonly string[]; write?: (line: string) => void } = {},
): Logger {
  // As they stand inside of JSON.
  const hidden = secrets
    .filter((secret) => secret.length >= 4)
    .map((secret) => JSON.stringify(secret).slice(1, -1))
    .sort((a, b) => b.length - a.length)
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers },
    {
      write(line: string) {
        const safe = hidden.reduce((rest, secret) => rest.replaceAll(secret, '…'), line)
        write(safe.length > LINE_CHARACTERS ? cutLine(safe) : safe)
      },
    },
  )
}

/** A log whose errors lose the values that they carry, whatever the log was made with. */
export function withoutValues(log: Logger): Logger {
  return log.child({}, { serializers })
}

function writerOf(descriptor: number): (line: string) => void {
  const stream = pino.destination(descriptor)
  // A terminal that was closed takes no lines any more; that is no reason to end, least of all while ending in order.
  stream.on('error', () => {})
  return (line) => void stream.write(line)
}

/** Still one line of JSON, with what stands at its top. */
function cutLine(line: string): string {
  const { level, time, msg, requestId } = JSON.parse(line) as Record<string, unknown>
  const text = typeof msg === 'string' ? msg.slice(0, LINE_CHARACTERS / 4) : msg
  return `${JSON.stringify({ level, time, requestId, cut: line.length, msg: text })}\n`
}
