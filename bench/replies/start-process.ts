import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A part of the measurement in a separate process, so that its work is not counted as the server's. */
export interface PartProcess<Ready> {
  /** Its first message. */
  ready: Ready
  /** Sends a message and resolves to the response; one at a time. */
  ask<Answer>(message: unknown): Promise<Answer>
  end(): void
}

/**
 * Starts a program that ends with `answerParent`.
 * @param program its path in `bench/`
 */
export async function startProcess<Ready>(program: string, ...args: string[]): Promise<PartProcess<Ready>> {
  const child = fork(fileURLToPath(new URL(`../${program}`, import.meta.url)), args, {
    execArgv: ['--expose-gc'],
    serialization: 'advanced',
  })
  return {
    ready: await nextMessage<Ready>(child, program),
    ask(message) {
      child.send(message as string)
      return nextMessage(child, program)
    },
    end: () => child.kill(),
  }
}

function nextMessage<Message>(child: ChildProcess, program: string): Promise<Message> {
  return new Promise((resolve, reject) => {
    const lost = (code: number | null) => reject(new Error(`${program} ended with ${code}.`))
    child.once('exit', lost).once('message', (message) => {
      child.off('exit', lost)
      resolve(message as Message)
    })
  })
}

/** The child's side: reports that it is ready, responds to each message, and exits with its parent. */
export function answerParent<Asked>(ready: unknown, answer: (asked: Asked) => unknown): void {
  process.on('disconnect', () => process.exit())
  process.on('message', async (asked) => process.send?.(await answer(asked as Asked)))
  process.send?.(ready)
}
