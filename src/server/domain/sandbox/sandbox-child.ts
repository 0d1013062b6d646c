import { writeFileSync } from 'node:fs'
import { type FrameKind, frameKinds, readFrames, writeFrame } from './frames.ts'

/** The message is for the person who sent the input. */
export class Refused extends Error {
  readonly kind: FrameKind
  constructor(kind: 'invalid' | 'tooLarge', message: string) {
    super(message)
    this.kind = frameKinds[kind]
  }
}

type SendPiece = (piece: Uint8Array) => void

/** Works on hostile input until the server ends: whatever that does to memory stays in this process. */
export function serveWork(
  longestBytes: number,
  make: (from: Buffer, sendPiece: SendPiece) => Promise<Uint8Array>,
): void {
  offerToBeEndedFirst()
  // The server has ended, cleanly or not.
  process.stdin.once('end', end).once('error', end)
  process.stdout.once('error', end)
  let pieces: Buffer[] = []
  let held = 0
  readFrames(process.stdin, longestBytes, {
    onFrame({ kind, payload }) {
      held += payload.length
      if (held > longestBytes) return end()
      pieces.push(payload)
      if (kind === frameKinds.piece) return
      const from = pieces.length === 1 ? payload : Buffer.concat(pieces, held)
      pieces = []
      held = 0
      make(from, (piece) => writeFrame(process.stdout, frameKinds.piece, piece)).then(
        (made) => writeFrame(process.stdout, frameKinds.work, made),
        (error: unknown) => {
          if (!(error instanceof Refused)) throw error
          writeFrame(process.stdout, error.kind, Buffer.from(error.message))
        },
      )
    },
    onTooLong: end,
  })
  writeFrame(process.stdout, frameKinds.ready)
}

/** Out of memory, the kernel should kill this process and not the server. */
function offerToBeEndedFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // This file only exists on Linux.
  }
}

/** At once, even if a library's thread is busy. */
function end(): void {
  process.kill(process.pid, 'SIGKILL')
}
