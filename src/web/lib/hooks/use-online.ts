import { useSyncExternalStore } from 'react'

/** Whether the browser has a network. The first paint trusts that it has. */
export function useOnline(): boolean {
  return useSyncExternalStore(onOnlineChange, isOnline, () => true)
}

export function isOnline(): boolean {
  return navigator.onLine
}

/** Tells whenever the browser's network comes or goes. @returns what takes the listener away */
export function onOnlineChange(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
