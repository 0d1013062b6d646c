import { useEffect, useEffectEvent, useState } from 'react'

/** An address is looked up when typing pauses, so that half of it is seldom asked for; milliseconds. */
const TYPING_PAUSE_MS = 500

/**
 * What to show of a choice: the file's own picture, the server's, or what the server found at a web address. Empty where
 * there is nothing to show yet, null where nothing can be shown.
 * @param lookUp gives where the picture of a web address is shown from, or null where there is none
 */
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
      // It is shown once it is saved.
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
  // Two slashes lead to another host.
  return /^\/(?!\/)/.test(url) ? url : ''
}
