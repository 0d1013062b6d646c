/** In milliseconds: a replica that is further behind than this is not read. */
export const STALE_MS = 2_000

/** In milliseconds: how long ago a replica's lag can be told in seconds. */
const KNOWN_MS = 60_000

/** PostgreSQL writes a position of its log as two hexadecimal numbers of 32 bits. @throws {Error} for another text */
export function parsePosition(text: string): bigint {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? []
  if (high === undefined || low === undefined) throw new Error('this is no position of a log')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

interface Sample {
  /** When the primary was asked: what was committed before is in the log up to the position. */
  at: number
  position: bigint
}

/** What the primary's log was when, by this server's own monotonic clock: no clock of another machine is believed. */
export class PrimaryLog {
  readonly #samples: Sample[] = []

  add(at: number, position: bigint): void {
    const samples = this.#samples
    samples.push({ at, position })
    while ((samples[0]?.at ?? at) < at - KNOWN_MS) samples.shift()
  }

  get position(): bigint | null {
    return this.#samples.at(-1)?.position ?? null
  }

  /** In milliseconds, at most: what a replica at this position lacks is younger. Null if that is longer ago than is known. */
  lagOf(position: bigint, now: number): number | null {
    const covered = this.#samples.findLast((sample) => sample.position <= position)
    return covered ? now - covered.at : null
  }
}

/** What a replica said last. It only goes forward, so its position is a lower bound at any later moment. */
export interface Heard {
  position: bigint
  /** When it answered. */
  at: number
}

/**
 * `readable`, or why not: it is `behind` the primary by too much, has not been heard (`silent`), or lacks what the
 * reader must find (`unseen`).
 */
export type Verdict = 'readable' | 'behind' | 'silent' | 'unseen'

/**
 * Whether a replica may answer. One that may has everything that was committed `STALE_MS` ago, whoever committed it,
 * and everything up to `least`.
 */
export function judge(
  heard: Heard | null,
  primary: Pick<PrimaryLog, 'lagOf'>,
  { least, now }: { least: bigint; now: number },
): Verdict {
  if (heard === null || now - heard.at > STALE_MS) return 'silent'
  const lag = primary.lagOf(heard.position, now)
  if (lag === null || lag > STALE_MS) return 'behind'
  return heard.position >= least ? 'readable' : 'unseen'
}
