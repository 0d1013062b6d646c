import { useEffect, useState } from 'react'

/** An address is looked up when typing pauses, so that half of it is never asked for; milliseconds. */
const TYPING_PAUSE_MS = 500

/** What to show of a choice: the file's own picture, or what the address leads to. Empty where neither can be shown. */
export function useImagePreview(file: File | null, url: string): string {
  const [fileAddress, setFileAddress] = useState('')
  const [address, setAddress] = useState(url)

  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setFileAddress(made)
    return () => {
      setFileAddress('')
      URL.revokeObjectURL(made)
    }
  }, [file])

  useEffect(() => {
    const timer = window.setTimeout(() => setAddress(url), TYPING_PAUSE_MS)
    return () => window.clearTimeout(timer)
  }, [url])

  if (file) return fileAddress
  if (address !== url) return ''
  return address.startsWith('/') || URL.parse(address)?.protocol === 'https:' ? address : ''
}
