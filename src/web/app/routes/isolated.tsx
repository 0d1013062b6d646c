import { engineQuestion } from '../../features/chat/api/engine-question.ts'
import { ChatScreen } from '../../features/chat/chat-screen.tsx'
import { useTitle } from '../../lib/title.ts'
import type { ScreenContext } from '../screen.ts'

const title = 'Chat with Bionic'

export const prefetch = ({ api, queryClient }: ScreenContext) =>
  queryClient.prefetchQuery({ ...engineQuestion(api), retry: false })

export const head = () => ({
  title,
  description:
    'Talk with Bionic: a neural interface that is open to everyone, with no wallet and no account.',
  image: '/images/og.jpg',
})

export default function Isolated() {
  useTitle(title)
  return <ChatScreen agent={null} />
}
