import { useSyncExternalStore } from 'react'

/** Whether the browser reports a network connection. The first paint assumes that it does. */
export function useOnline(): boolean {
  return useSyncExternalStore(onOnlineChange, isOnline, () => true)
}

export function isOnline(): boolean {
  return navigator.onLine
}

/** Calls the listener whenever the browser goes online or offline. @returns a function that removes the listener */
export function onOnlineChange(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
