import { type ComponentProps, useState } from 'react'
import { DEFAULT_IMAGE_URL } from '../../shared/agent-basics.ts'

/** A picture from anywhere (decision 12): asked for without a referrer, and replaced by the default where it fails. */
export function Picture({ src, alt, ...props }: ComponentProps<'img'> & { src: string; alt: string }) {
  const [failed, setFailed] = useState<string>()
  return (
    <img
      decoding="async"
      {...props}
      ref={(element) => {
        // An image that failed before React took over the page will not say so again.
        if (element?.complete && element.naturalWidth === 0 && element.currentSrc) setFailed(src)
      }}
      src={failed === src ? DEFAULT_IMAGE_URL : src}
      alt={alt}
      referrerPolicy="no-referrer"
      onError={() => setFailed(src)}
    />
  )
}
