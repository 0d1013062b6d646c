import { useEffect, useEffectEvent, useState } from 'react'

/** Milliseconds without typing before an address is looked up. */
const TYPING_PAUSE_MS = 500

/** The chosen file, a picture here, or one found on the web. Empty: nothing to show yet; null: it can't be shown. */
export function useImagePreview(
  file: File | null,
  url: string,
  lookUp: (url: string) => Promise<string | null>,
): string | null {
  const [fileAddress, setFileAddress] = useState('')
  const [found, setFound] = useState<{ url: string; address: string | null }>()

  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setFileAddress(made)
    return () => {
      setFileAddress('')
      URL.revokeObjectURL(made)
    }
  }, [file])

  const look = useEffectEvent((isGone: () => boolean) =>
    lookUp(url).then(
      (address) => isGone() || setFound({ url, address }),
      // The lookup failed; the picture is shown once it is saved.
      () => {},
    ),
  )
  useEffect(() => {
    if (URL.parse(url)?.protocol !== 'https:') return
    let isGone = false
    const timer = window.setTimeout(() => void look(() => isGone), TYPING_PAUSE_MS)
    return () => {
      isGone = true
      window.clearTimeout(timer)
    }
  }, [url])

  if (file) return fileAddress
  if (found?.url === url) return found.address
  // Two slashes would lead to another host.
  return /^\/(?!\/)/.test(url) ? url : ''
}
