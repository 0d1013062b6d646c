/** Section 9: how long a toast stays unless it is closed, in milliseconds. */
export const TOAST_MS = 5_000

export interface ToastOptions {
  duration?: number
  /** A second sentence beneath it. */
  description?: string
  /** Something to do about it, such as undoing. */
  action?: { label: string; onClick: () => void }
}

type Show = (type: 'success' | 'error', message: string, options: ToastOptions) => void

/** Loads the toaster when the first toast is due. */
const loadToaster = () => import('./toaster.tsx')

async function show(...toast: Parameters<Show>) {
  const { showToast } = await loadToaster()
  showToast(...toast)
}

/** Says something in passing; it leaves by itself and is announced politely. */
export const toast = {
  success: (message: string, options: ToastOptions = {}) => void show('success', message, options),
  error: (message: string, options: ToastOptions = {}) => void show('error', message, options),
}
