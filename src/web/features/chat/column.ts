/** The calm centred column in which a conversation stands. */
export const column = 'mx-auto w-full max-w-[944px] px-4 md:px-8'
