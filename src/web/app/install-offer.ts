import { useSyncExternalStore } from 'react'
import { Listeners } from '../lib/listeners.ts'

/** The event of a browser that can install the page as an app (not a standard yet; Chromium has it). */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>
}

let offered: InstallEvent | null = null
const listeners = new Listeners()

function become(next: InstallEvent | null): void {
  offered = next
  listeners.notify()
}

/**
 * Stores the browser's install event for later use and suppresses its own prompt. Must be called as early as possible.
 */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    become(event as InstallEvent)
  })
  window.addEventListener('appinstalled', () => become(null))
}

export const canInstall = (): boolean => offered !== null

/** Shows the browser's install prompt. An event can be used only once. */
export async function install(): Promise<void> {
  const event = offered
  become(null)
  await event?.prompt()
}

export function useCanInstall(): boolean {
  return useSyncExternalStore(listeners.add, canInstall, () => false)
}
