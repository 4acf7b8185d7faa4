/** Section 8 of the specification, literally: the messages outside the forms. These are loaded by every page. */
export const outsideProvider = 'useAuth used outside of the Provider'
export const returnHome = 'return home'
export const renderError = 'Unexpected Application Error!'
