import { writeFileSync } from 'node:fs'
import { type FrameKind, frameKinds, readFrames, writeFrame } from './frames.ts'

/** Nothing is made from what was sent; the message is written for the person who sent it. */
export class Refused extends Error {
  readonly kind: FrameKind
  constructor(kind: 'invalid' | 'tooLarge', message: string) {
    super(message)
    this.kind = frameKinds[kind]
  }
}

/**
 * The life of a process that makes pictures, which is started and watched by `picture-process.ts`: it makes one from each
 * frame that it is sent, until the server ends. Whatever hostile input does to its memory ends here.
 * @param longestBytes the longest frame that it takes
 */
export function makePictures(longestBytes: number, make: (from: Buffer) => Promise<Uint8Array>): void {
  offerToBeEndedFirst()
  // The server ended without saying so, or said so.
  process.stdin.once('end', end).once('error', end)
  process.stdout.once('error', end)
  readFrames(process.stdin, longestBytes, {
    onFrame({ payload }) {
      make(payload).then(
        (picture) => writeFrame(process.stdout, frameKinds.picture, picture),
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

/** The kernel, where it runs out of memory, is to end this process and not the server that started it. */
function offerToBeEndedFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Only Linux has it.
  }
}

/** At once, whatever a library's thread is doing. */
function end(): void {
  process.kill(process.pid, 'SIGKILL')
}
