import { useSyncExternalStore } from 'react'
import { Listeners } from '../lib/listeners.ts'

/** Not a standard yet; Chromium has it. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>
}

let offered: InstallEvent | null = null
const listeners = new Listeners()

function become(next: InstallEvent | null): void {
  offered = next
  listeners.notify()
}

/** Suppresses the browser's own prompt. Must be called as early as possible. */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    become(event as InstallEvent)
  })
  window.addEventListener('appinstalled', () => become(null))
}

export const canInstall = (): boolean => offered !== null

/** An event can be used only once. */
export async function install(): Promise<void> {
  const event = offered
  become(null)
  await event?.prompt()
}

export function useCanInstall(): boolean {
  return useSyncExternalStore(listeners.add, canInstall, () => false)
}
