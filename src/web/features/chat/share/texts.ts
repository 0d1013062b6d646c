/** What people read where a conversation is shared, and in its shared copy. */

export const noLongerSharedLinkHas = 'No longer shared. The link has stopped working.'
export const stillShared = (error: string | number) => `It is still shared. ${error}`
export const stopping = 'Stopping'
export const stopSharing = 'Stop sharing'
export const theCopyOf = (title: string | number) => `the copy of ${title}`
export const Named = (agentName: string | number) => `With ${agentName}`
export const open = 'Open'
export const loadingYourCopies = 'Loading your copies'
export const oneCopy = 'One copy'
export const youNotSharingAnyConversation =
  'You are not sharing any conversation. Use Share in a conversation to make a copy that others can read.'
export const yourCopiesCouldNotLoaded = 'Your copies could not be loaded'
export const thisConversation = 'This conversation'
export const sharesReadOnlyCopyMessages =
  'Shares a read-only copy of the messages shown up to here. It leaves out your wallet, other branches, the agent’s reasoning and anything said later. Anyone with the link can read it until you stop sharing. Search engines are asked not to list it.'
export const conversationCouldNotShared = 'The conversation could not be shared.'
export const sharing = 'Sharing'
export const shareCopy = 'Share a copy'
export const replyStillBeingWritten = 'The reply is not finished yet.'
export const sharedBefore = 'Shared before'
export const copiesYouSharedBefore = 'Copies you shared before'
export const sharedConversation = 'Shared conversation'
export const noLongerAnswers = 'It no longer answers.'
export const anyoneLinkCanReadCopy =
  'Anyone with the link can read this copy until its owner stops sharing it.'
export const messages = 'Messages'
export const showMoreMessages = (STEP: string | number, messages: string | number) =>
  `Show ${STEP} more of ${messages} messages`
export const sharedCopyEndsHereLater =
  'This shared copy ends here. Later messages are not included, and the person who asked stays anonymous.'
export const sharedConversationStartYourOwnChat = 'Start your own chat'
export const broughtAlong =
  'Brought along by the person who shared this. Nothing here shows that the agent said it.'
export const asked = 'Asked:'
