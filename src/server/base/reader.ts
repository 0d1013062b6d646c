import { AsyncLocalStorage } from 'node:async_hooks'

/** In whose name a request reads and writes; whatever runs without one reads the primary alone. */
export interface Reader {
  /** A wallet, or the address of a visitor. */
  readonly who: string
  /** Whether what it writes may take something away from others, so that nobody may read it any more. */
  readonly removes: boolean
  /** The position in the log below which no replica may answer it; null where that is not known. Asked once. */
  least?: Promise<bigint | null>
}

const readers = new AsyncLocalStorage<Reader>()

export const currentReader = (): Reader | undefined => readers.getStore()

/** Runs work, and all that it begins, in somebody's name. */
export function readAs<Result>(reader: Pick<Reader, 'who' | 'removes'>, work: () => Result): Result {
  return readers.run({ ...reader }, work)
}

/** Up to where of the log people must find what they did, and nobody what was removed: known to all servers alike. */
export interface Positions {
  /** The position below which no replica may answer somebody; null where that can't be known now. Never rejects. */
  least(who: string): Promise<bigint | null>
  /**
   * Remembers that somebody wrote up to a position, and if they may have removed something, for everybody.
   * @returns whether all servers know it from now on. Never rejects.
   */
  note(wrote: { who: string; removes: boolean; position: bigint }): Promise<boolean>
}
