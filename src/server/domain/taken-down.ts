import { Failure } from './failure.ts'

const sentences = {
  agent: 'This agent was taken down.',
  realm: 'This realm was taken down.',
  shared_copy: 'This conversation was taken down.',
}

/** Told to whoever had the way to it; what it was, and why, only its owner reads. */
export const takenDown = (kind: keyof typeof sentences): Failure => new Failure('taken_down', sentences[kind])
