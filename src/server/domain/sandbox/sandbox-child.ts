import { writeFileSync } from 'node:fs'
import { type FrameKind, frameKinds, readFrames, writeFrame } from './frames.ts'

/** The input is refused; the message is for the person who sent it. */
export class Refused extends Error {
  readonly kind: FrameKind
  constructor(kind: 'invalid' | 'tooLarge', message: string) {
    super(message)
    this.kind = frameKinds[kind]
  }
}

type SendPiece = (piece: Uint8Array) => void

/**
 * Runs the loop of a process that works on hostile input, which `sandbox-process.ts` starts and watches: it processes
 * one input after the other until the server ends. Whatever an input does to its memory is confined to the process.
 * @param longestBytes the maximum size of an input
 */
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

/** If the system runs out of memory, the kernel should kill this process and not the server that started it. */
function offerToBeEndedFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // This file only exists on Linux.
  }
}

/** Ends the process at once, even if a library's thread is busy. */
function end(): void {
  process.kill(process.pid, 'SIGKILL')
}
