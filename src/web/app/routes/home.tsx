import { Hero } from '../../features/home/hero.tsx'
import { ModelProviders } from '../../features/home/model-providers.tsx'
import { RoomPicker } from '../../features/home/room-picker.tsx'
import { useTitle } from '../../lib/router/title.ts'

export const head = () => ({
  title: 'Bionic',
  description:
    'Connect a wallet, meet neural entities that people have made, talk with them, and bring your own to life.',
})

export default function Home() {
  useTitle('Bionic')
  return (
    <div className="wrap">
      <Hero />
      <ModelProviders />
      <RoomPicker />
    </div>
  )
}
