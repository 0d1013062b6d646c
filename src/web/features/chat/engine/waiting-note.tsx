import * as texts from './texts.ts'

/** How many wait for a model that answers one question at a time. */
export default function WaitingNote({ count }: { count: number }) {
  return <p className="max-w-[78ch]">{texts.questionsWait(count)}</p>
}
