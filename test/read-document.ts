import { programUrl } from '../src/server/base/files.ts'
import {
  type Extracted,
  type ExtractedPassage,
  extractedSchema,
  pieceSchema,
} from '../src/server/domain/knowledge/extract/extracted.ts'
import { SNIFF_BYTES, sniffType } from '../src/server/domain/knowledge/extract/sniff-type.ts'
import type { SandboxWorker } from '../src/server/domain/sandbox/sandbox-worker.ts'
import { sourceTypes } from '../src/shared/knowledge/sources.ts'

/** The program that reads documents, in a process. */
export const reader = { entry: programUrl('domain/knowledge/extract/extract-child'), heapMegabytes: 80 }

/** What comes of a document: what was read, or the sentence or the limit that ended it. */
export type ReadDocument =
  | ({ is: 'read'; passages: ExtractedPassage[] } & Extracted)
  | { is: 'refused'; words: string }
  | { is: 'memory' | 'time' | 'crash' }

/** Reads a document as the server has it read, without storing anything. */
export async function readDocument(
  worker: SandboxWorker,
  name: string,
  bytes: Buffer,
): Promise<ReadDocument> {
  const sniffed = sniffType(bytes.subarray(0, SNIFF_BYTES), name)
  if ('refusal' in sniffed) return { is: 'refused', words: sniffed.refusal }
  const passages: ExtractedPassage[] = []
  const made = await worker.make(
    Buffer.concat([Uint8Array.of(sourceTypes.indexOf(sniffed.type)), bytes]),
    async (bytes) => {
      const piece = pieceSchema.parse(JSON.parse(Buffer.from(bytes).toString()))
      if (piece.kind === 'passages') passages.push(...piece.passages)
    },
  )
  switch (made.is) {
    case 'made':
      return {
        is: 'read',
        passages,
        ...extractedSchema.parse(JSON.parse(Buffer.from(made.bytes).toString())),
      }
    case 'invalid':
    case 'too large':
      return { is: 'refused', words: made.words }
    default:
      return made
  }
}
