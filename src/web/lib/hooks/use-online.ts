import { useSyncExternalStore } from 'react'

export function useOnline(): boolean {
  return useSyncExternalStore(onOnlineChange, isOnline, () => true)
}

export function isOnline(): boolean {
  return navigator.onLine
}

/** @returns a function that removes the listener */
export function onOnlineChange(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
