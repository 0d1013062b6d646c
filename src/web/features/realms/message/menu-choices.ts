import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { toast } from '../../../ui/toast.ts'
import * as realmTexts from '../texts.ts'
import type { Action } from './allowed-actions.ts'
import { speakerOf } from './quoted.ts'
import type { Reader } from './shown-message.ts'
import * as texts from './texts.ts'

export interface Choice {
  label: string
  /** Whether it takes the focus, which the menu otherwise restores to its button. */
  movesFocus?: boolean
  act: () => void
}

/**
 * What each action on a message is called and does; `actionsOf` decides which are offered.
 * @param ask opens the dialogs of those that ask first
 */
export function choicesOf(
  message: RealmMessage,
  reader: Reader,
  ask: { report: () => void; remove: () => void },
): Record<Action, Choice> {
  const { author } = message
  const name = speakerOf(message)
  const person = personOf(message)
  return {
    reply: { label: texts.reply, movesFocus: true, act: () => reader.actions.reply(message.number) },
    copy: { label: texts.copy, act: () => void copy(message.content) },
    mention: {
      label: realmTexts.mention(name),
      movesFocus: true,
      // People are mentioned by their address, which can't change.
      act: () => reader.actions.mention(message.kind === 'answer' ? name : shortAddress(author)),
    },
    stop: { label: texts.stop, act: () => void stop(message, reader) },
    mute: { label: texts.mute(name), act: () => void setMuted(message, reader, true) },
    'let-speak': { label: texts.unmute(name), act: () => void setMuted(message, reader, false) },
    report: { label: texts.report, movesFocus: true, act: ask.report },
    'keep-out': {
      label: realmTexts.manage,
      movesFocus: true,
      act: () => reader.actions.keepOut?.(author, person),
    },
    block: {
      label: texts.blockPerson(person),
      act: () => reader.actions.setBlocked(author, person, true),
    },
    unblock: {
      label: texts.unblockPerson(person),
      act: () => reader.actions.setBlocked(author, person, false),
    },
    remove: { label: texts.remove, movesFocus: true, act: ask.remove },
  }
}

/** Of an answer, whoever started it. */
const personOf = (message: RealmMessage) =>
  message.kind === 'answer' ? shortAddress(message.author) : speakerOf(message)

async function copy(text: string): Promise<void> {
  if (await copyText(text)) toast.success(texts.copied)
  else toast.error(texts.noCopying)
}

async function stop(message: RealmMessage, reader: Reader): Promise<void> {
  const problem = message.kind === 'answer' ? await reader.actions.stop(message) : undefined
  if (problem !== undefined) toast.error(problem)
}

async function setMuted(message: RealmMessage, reader: Reader, muted: boolean): Promise<void> {
  const name = speakerOf(message)
  const problem = await reader.actions.setMuted(message.author, muted)
  if (problem !== undefined) toast.error(problem)
  else if (muted)
    toast.success(realmTexts.isMuted(name), {
      action: { label: realmTexts.undo, onClick: () => void setMuted(message, reader, false) },
    })
  else toast.success(realmTexts.isUnmuted(name))
}
