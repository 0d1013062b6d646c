import { copyText } from '../../lib/copy-text.ts'
import { requireSignIn, withWallet } from '../../lib/http/identity.ts'
import type { Navigate } from '../../lib/router/router.tsx'
import { toast } from '../../ui/toast.ts'
import { canInstall, install } from '../install/install-offer.ts'

/** An action that is available on every screen. */
export interface PaletteAction {
  name: string
  /** A line that describes the action. */
  line: string
  /** Other search terms for the action. */
  words: string
  act: (navigate: Navigate) => void
}

/** @param viewer the wallet of the session; null for a visitor, undefined while it is not known */
export function actionsFor(viewer: string | null | undefined): PaletteAction[] {
  const actions: PaletteAction[] = [
    {
      name: 'New conversation',
      line: 'Pick an agent and begin',
      words: 'chat talk ask',
      act: (navigate) => navigate('/chat'),
    },
    {
      name: 'New agent',
      line: 'Neural Agent Synthesis Protocol',
      words: 'create make entity',
      act: (navigate) => navigate('/create'),
    },
    {
      name: 'New run',
      line: 'Give a task to two to five agents',
      words: 'swarm create task',
      act: (navigate) => navigate('/swarm'),
    },
    {
      name: 'Copy the link to this page',
      line: 'Into the clipboard',
      words: 'share address url',
      act: () => void copyLink(),
    },
  ]
  if (canInstall())
    actions.push({
      name: 'Install Bionic',
      line: 'As an app on this device',
      words: 'home screen pwa',
      act: () => void install(),
    })
  if (viewer === null)
    actions.push({
      name: 'Sign in',
      line: 'With a wallet or a passkey',
      words: 'connect log in',
      act: () => void requireSignIn(),
    })
  if (viewer)
    actions.push({
      name: 'Sign out',
      line: 'On this device',
      words: 'log out disconnect leave',
      act: () => void withWallet((wallet) => wallet.signOut()),
    })
  return actions
}

async function copyLink(): Promise<void> {
  if (await copyText(window.location.href)) toast.success('Link copied')
  else toast.error('The browser did not let the link be copied.')
}
