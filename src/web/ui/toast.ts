import type { ToastOptions } from './toaster.tsx'

type Show = (type: 'success' | 'error' | 'info', message: string, options: ToastOptions) => void

/** Loaded with the first toast. */
const loadToaster = () => import('./toaster.tsx')

async function show(...toast: Parameters<Show>) {
  const { showToast } = await loadToaster()
  showToast(...toast)
}

/** Announced politely. */
export const toast = {
  success: (message: string, options: ToastOptions = {}) => void show('success', message, options),
  error: (message: string, options: ToastOptions = {}) => void show('error', message, options),
  info: (message: string) => void show('info', message, {}),
}
