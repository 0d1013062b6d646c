import { type ComponentProps, useState } from 'react'
import { DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import { pictureSourceSet } from '../../../shared/agents/picture-widths.ts'

/**
 * A picture served by this server (decision 12), or of a file that the page itself has (`blob:`). The default picture
 * replaces it if it fails to load or has an external address, as a draft can have that was stored before pictures from
 * the web went through the server.
 * @param props.sizes the display width, as `<img>` takes it, so that the browser requests a picture of the necessary
 *   width
 */
export function Picture({ src, alt, sizes, ...props }: ComponentProps<'img'> & { src: string; alt: string }) {
  const [failed, setFailed] = useState<string>()
  const isShown = failed !== src && /^(blob:|\/(?!\/))/.test(src)
  const sourceSet = isShown && sizes !== undefined ? pictureSourceSet(src) : undefined
  return (
    // Within `<picture>`, which has no box of its own here, React adds no preload: the browser finds the image in the
    // document anyway, and one that it has from another screen would be preloaded in vain.
    <picture className="contents">
      <img
        decoding="async"
        {...props}
        ref={(element) => {
          // An image that failed before hydration emits no further error event.
          if (element?.complete && element.naturalWidth === 0 && element.currentSrc) setFailed(src)
        }}
        // These attributes come before `src`; otherwise a browser would start to load the full-size picture.
        {...(sourceSet && { sizes, srcSet: sourceSet })}
        src={isShown ? src : DEFAULT_IMAGE_URL}
        alt={alt}
        referrerPolicy="no-referrer"
        onError={() => setFailed(src)}
      />
    </picture>
  )
}

/** A picture of `size` pixels in a hexagon, beside the name of whom it shows. `className` has its size on the screen. */
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

/**
 * The picture of a file that the person chose, as the server made it: a data URL of a WebP, which loads nothing. Anything
 * else is shown as the default picture.
 */
export function ChosenPicture({
  src,
  ...props
}: Omit<ComponentProps<'img'>, 'src'> & { src: string | null }) {
  return <img alt="" {...props} src={src?.startsWith('data:image/webp;base64,') ? src : DEFAULT_IMAGE_URL} />
}
