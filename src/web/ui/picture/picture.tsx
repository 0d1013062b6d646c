import { type ComponentProps, useState } from 'react'
import { DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'

/**
 * A picture that this server shows (decision 12): replaced by the default where it fails, and where the address is
 * somebody else's, as a draft can hold that was kept before pictures from the web went through the server.
 */
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
      src={failed === src || !/^\/(?!\/)/.test(src) ? DEFAULT_IMAGE_URL : src}
      alt={alt}
      referrerPolicy="no-referrer"
      onError={() => setFailed(src)}
    />
  )
}
