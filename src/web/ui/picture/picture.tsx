import { type ComponentProps, useState } from 'react'
import { DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import { pictureSourceSet } from '../../../shared/agents/picture-widths.ts'

/**
 * A picture of this server (decision 12) or page (`blob:`). The default picture replaces one that fails or is external,
 * as in a draft from before pictures of the web went through the server.
 * @param props.sizes the display width, as `<img>` takes it
 */
export function Picture({ src, alt, sizes, ...props }: ComponentProps<'img'> & { src: string; alt: string }) {
  const [failed, setFailed] = useState<string>()
  const isShown = failed !== src && /^(blob:|\/(?!\/))/.test(src)
  const sourceSet = isShown && sizes !== undefined ? pictureSourceSet(src) : undefined
  return (
    // In `<picture>`, which has no box here, React adds no preload, which is in vain for an image of another screen.
    <picture className="contents">
      <img
        decoding="async"
        {...props}
        ref={(element) => {
          // An image that failed before hydration emits no further error event.
          if (element?.complete && element.naturalWidth === 0 && element.currentSrc) setFailed(src)
        }}
        // Before `src`; otherwise a browser would start to load the full-size picture.
        {...(sourceSet && { sizes, srcSet: sourceSet })}
        src={isShown ? src : DEFAULT_IMAGE_URL}
        alt={alt}
        referrerPolicy="no-referrer"
        onError={() => setFailed(src)}
      />
    </picture>
  )
}

/** `size` is in pixels of the picture, `className` has its size on the screen. */
export function Portrait({
  size,
  className,
  ...props
}: Pick<ComponentProps<'img'>, 'sizes' | 'loading'> & { src: string; size: number; className: string }) {
  return (
    <Picture
      {...props}
      alt=""
      width={size}
      height={size}
      className={`hexagon flex-none object-cover ${className}`}
    />
  )
}

/** A file as the server made it: a data URL of a WebP, which loads nothing. Anything else becomes the default. */
export function ChosenPicture({
  src,
  ...props
}: Omit<ComponentProps<'img'>, 'src'> & { src: string | null }) {
  return <img alt="" {...props} src={src?.startsWith('data:image/webp;base64,') ? src : DEFAULT_IMAGE_URL} />
}
