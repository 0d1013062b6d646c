import { type Platform, platformRules } from '../../../../shared/social.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { OutsideIcon } from '../../../ui/icons.tsx'
import { toast } from '../../../ui/toast.ts'
import { composeLink } from '../compose-link.ts'

/** Leads to the platform's own page for writing a post, with the text in it where an address can hold that much. */
export function OpenInPlatform({ platform, text }: { platform: Platform; text: string }) {
  const { name } = platformRules[platform]
  const { href, carriesText } = composeLink(platform, text)
  const copyFirst = async () => {
    if (await copyText(text)) toast.success(`Copied. Paste it on ${name}.`)
    else toast.error('The browser did not allow copying. Copy the text by hand.')
  }
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="button cut hairline button-small ml-auto max-md:min-h-11"
      {...(!carriesText && { onClick: () => void copyFirst() })}
    >
      {carriesText ? `Open in ${name}` : `Copy and open ${name}`}
      <OutsideIcon width={15} height={15} />
      <span className="sr-only">, outside, in a new tab</span>
    </a>
  )
}
