import { useEffect } from 'react'
import { useSharedValue } from '../../blocks/saved-draft/shared-value.ts'
import { readShared, sharedText, withoutShared } from '../../features/chat/composer/shared-text.ts'
import { useSearchParams } from '../../lib/router/router.tsx'
import { Button } from '../../ui/button.tsx'
import * as texts from '../texts.ts'

/** A text that another app shared goes into the composer that is opened next, and is not sent by itself. */
export default function SharedNote() {
  const [search, setSearch] = useSearchParams()
  const text = useSharedValue(sharedText)
  useEffect(() => {
    const shared = readShared(search)
    if (!shared) return
    sharedText.set(shared)
    setSearch(withoutShared(search), { replace: true })
  }, [search, setSearch])
  if (!text) return null
  return (
    <section
      aria-label={texts.sharedText}
      className="panel hairline cut mt-6 grid gap-3 p-5 sm:flex sm:items-center sm:justify-between sm:gap-6"
    >
      <div className="min-w-0">
        <p className="label text-cyan">{texts.sharedWith}</p>
        <p className="mt-2 line-clamp-3 wrap-anywhere whitespace-pre-line">{text}</p>
        <p className="mt-1.5 text-sm text-soft">{texts.sharedHow}</p>
      </div>
      <Button
        size="small"
        className="flex-none justify-self-start max-md:min-h-11"
        onClick={() => sharedText.set(undefined)}
      >
        {texts.discard}
      </Button>
    </section>
  )
}
