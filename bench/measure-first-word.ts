import { Agent, request } from 'node:http'
import { percentile } from './percentile.ts'

const connections = new Agent({ keepAlive: true })

/** Milliseconds until the response contains the mark; the rest is read to its end before the next sample. */
export function firstWord(
  port: number,
  path: string,
  body: unknown,
  mark: string,
  more: Record<string, string> = {},
): Promise<number> {
  const text = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...more }
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const began = performance.now()
  const outgoing = request(
    { host: '127.0.0.1', port, path, method: 'POST', headers, agent: connections },
    (answer) => {
      let received = ''
      let milliseconds: number | undefined
      answer.setEncoding('utf8').on('data', (piece: string) => {
        received += piece
        if (milliseconds === undefined && received.includes(mark)) milliseconds = performance.now() - began
      })
      answer.on('end', () =>
        milliseconds === undefined ? reject(new Error(received)) : resolve(milliseconds),
      )
    },
  )
  outgoing.on('error', reject).end(text)
  return promise
}

/** Milliseconds of each way, by its name. The ways alternate, so that whatever slows the machine slows all of them. */
export async function measureInTurns(
  ways: Record<string, () => Promise<number>>,
  { warmUp, samples }: { warmUp: number; samples: number },
): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(ways).map((way) => [way, []]))
  for (let round = 0; round < warmUp + samples; round++)
    for (const [way, ask] of Object.entries(ways)) {
      const milliseconds = await ask()
      if (round >= warmUp) times[way]?.push(milliseconds)
    }
  return times
}

/** Prints the figures of each way, and what it adds to the one that is called `direct`. */
export function printFirstWords(times: Record<string, number[]>): void {
  const direct = times.direct ?? []
  console.log(`Time to the first word, ${direct.length} samples each, in ms (added over direct)`)
  for (const [way, values] of Object.entries(times)) {
    const figure = (share: number) => {
      const value = percentile(values, share)
      return `${value.toFixed(2)} (+${(value - percentile(direct, share)).toFixed(2)})`
    }
    console.log(`  ${way.padEnd(24)}  p50 ${figure(0.5)}   p99 ${figure(0.99)}`)
  }
}
