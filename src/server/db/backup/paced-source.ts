import { Pacer } from '../../base/pacer.ts'
import type { RowsSource } from './rows-source.ts'

/**
 * The same rows, read with rests. The low priority of the process that reads them does not help who waits for the
 * database, which gives them at its own.
 * @param options.signal once it is aborted, reading throws its reason
 */
export function paced(
  source: RowsSource,
  { wait, signal }: { wait?: (ms: number) => Promise<unknown>; signal?: AbortSignal } = {},
): RowsSource {
  return {
    ...source,
    async *copyOut(text) {
      const pacer = new Pacer({ wait })
      for await (const piece of source.copyOut(text)) {
        yield piece
        await pacer.rest()
        signal?.throwIfAborted()
      }
    },
  }
}
