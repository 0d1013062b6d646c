import { useMutation } from '@tanstack/react-query'
import { toast } from '../../../ui/toast.ts'
import { headingAfter } from '../actions/heading-after.ts'
import type { Mutes } from '../actions/use-mutes.ts'
import * as realmTexts from '../texts.ts'
import { textButton } from './text-button.ts'
import * as texts from './texts.ts'

/** For the creator alone, so only the creator loads it. */
export default function MuteButton(props: {
  wallet: string
  name: string
  muted: boolean
  set: Mutes['set']
}) {
  const { isPending, mutate } = useMutation({
    mutationFn: () => muteAndSay(props, !props.muted, props.set),
  })
  return (
    <button
      ref={headingAfter}
      type="button"
      className={textButton}
      aria-disabled={isPending}
      onClick={() => isPending || mutate()}
    >
      {props.muted ? texts.unmuteHere : texts.muteHere}
      <span className="sr-only">{` ${props.name}`}</span>
    </button>
  )
}

async function muteAndSay(
  person: { wallet: string; name: string },
  muted: boolean,
  set: Mutes['set'],
): Promise<void> {
  const { name } = person
  const problem = await set(person.wallet, muted)
  if (problem) toast.error(muted ? texts.notMuted(name, problem) : texts.notUnmuted(name, problem))
  else if (!muted) toast.success(realmTexts.isUnmuted(name))
  else
    toast.success(realmTexts.isMuted(name), {
      action: { label: realmTexts.undo, onClick: () => void muteAndSay(person, false, set) },
    })
}
