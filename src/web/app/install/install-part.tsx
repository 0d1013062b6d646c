import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { install, useCanInstall } from './install-offer.ts'

/** The settings section that installs the app, or says how to if the browser offers no prompt. */
export function InstallPart() {
  const canInstall = useCanInstall()
  const [isApp, setIsApp] = useState(false)
  // The first paint does not know the display mode.
  useEffect(() => setIsApp(window.matchMedia('(display-mode: standalone)').matches), [])
  if (isApp) return <p className="text-soft">You are using it as an app.</p>
  if (canInstall) return <Button onClick={() => void install()}>Install the app</Button>
  return (
    <p className="max-w-[60ch] text-soft">
      This browser installs it from its own menu, where it can: look for “Install” or “Add to Home Screen”.
    </p>
  )
}
