import { copyText } from '../../lib/copy-text.ts'
import { requireSignIn, withWallet } from '../../lib/http/identity.ts'
import type { Navigate } from '../../lib/router/router.tsx'
import { toast } from '../../ui/toast.ts'
import { canInstall, install } from '../install-offer.ts'
import * as texts from '../texts.ts'

export interface PaletteAction {
  name: string
  line: string
  words: string
  act: (navigate: Navigate) => void
}

/** @param viewer null for a visitor, undefined while it is not known */
export function actionsFor(viewer: string | null | undefined): PaletteAction[] {
  const actions: PaletteAction[] = [
    {
      name: texts.newConversation,
      line: texts.newConversationLine,
      words: 'chat talk ask',
      act: (navigate) => navigate('/chat'),
    },
    {
      name: texts.newAgent,
      line: texts.createTitle,
      words: 'create make entity',
      act: (navigate) => navigate('/create'),
    },
    {
      name: texts.newRun,
      line: texts.newRunLine,
      words: 'swarm create task',
      act: (navigate) => navigate('/swarm'),
    },
    {
      name: texts.copyLink,
      line: texts.copyLinkLine,
      words: 'share address url',
      act: () => void copyLink(),
    },
  ]
  if (canInstall())
    actions.push({
      name: texts.installBionic,
      line: texts.installBionicLine,
      words: 'home screen pwa',
      act: () => void install(),
    })
  if (viewer === null)
    actions.push({
      name: texts.signIn,
      line: texts.signInLine,
      words: 'connect log in',
      act: () => void requireSignIn(),
    })
  if (viewer)
    actions.push({
      name: texts.signOut,
      line: texts.signOutLine,
      words: 'log out disconnect leave',
      act: () => void withWallet((wallet) => wallet.signOut()),
    })
  return actions
}

async function copyLink(): Promise<void> {
  if (await copyText(window.location.href)) toast.success(texts.linkCopied)
  else toast.error(texts.linkNotCopied)
}
