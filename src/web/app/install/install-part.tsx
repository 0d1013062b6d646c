import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import * as texts from '../texts.ts'
import { install, useCanInstall } from './install-offer.ts'

/** The settings section that installs the app, or says how to if the browser offers no prompt. */
export function InstallPart() {
  const canInstall = useCanInstall()
  const [isApp, setIsApp] = useState(false)
  // The first paint does not know the display mode.
  useEffect(() => setIsApp(window.matchMedia('(display-mode: standalone)').matches), [])
  if (isApp) return <p className="text-soft">{texts.isApp}</p>
  if (canInstall) return <Button onClick={() => void install()}>{texts.install}</Button>
  return <p className="max-w-[60ch] text-soft">{texts.installByMenu}</p>
}
