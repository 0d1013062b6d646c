import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { isCovered } from '../../lib/covered.ts'
import { Button } from '../../ui/button.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import { toast } from '../../ui/toast.ts'
import * as texts from '../texts.ts'

const loadPalette = () => import('./palette.tsx')
const prepare = () => void loadPalette().catch(() => {})

/** Ctrl K, or Command K on a Mac, where Ctrl K deletes a line. */
function isShortcut(event: KeyboardEvent): boolean {
  const isMac = /^(Mac|iP)/.test(navigator.platform)
  const mark = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
  if (event.key.toLowerCase() !== 'k' || !mark || event.altKey || event.shiftKey || event.repeat) return false
  return !event.defaultPrevented && !isCovered()
}

/** The palette itself loads on demand. */
export function PaletteSlot() {
  const [Palette, setPalette] = useState<ComponentType<{ onClose: () => void }> | null>(null)
  const open = useCallback(() => {
    loadPalette().then(
      (loaded) => setPalette(() => loaded.default),
      () => toast.error(texts.searchNotLoaded),
    )
  }, [])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [open])
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        icon
        className="max-md:size-11"
        aria-label={texts.findAnything}
        title={texts.findAnythingKeys}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={open}
      >
        <SearchIcon />
      </Button>
      {Palette && <Palette onClose={() => setPalette(null)} />}
    </>
  )
}
