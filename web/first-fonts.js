// Follows first-paint.js in pages in another script: they are shown with its font, which most devices have (web/language/fonts.css).
{
  const { dataset, lang } = document.documentElement
  const show = () => {
    if (dataset.fonts === 'wait') dataset.fonts = lang
  }
  dataset.fonts = 'wait'
  document.addEventListener(
    'load',
    ({ target }) => {
      const { letter } = target.dataset
      if (!letter) return
      const faces = ['1em indian-scripts', '600 1em indian-scripts'].map((font) =>
        document.fonts.load(font, letter),
      )
      Promise.allSettled(faces).then(show)
    },
    true,
  )
  setTimeout(show, 3000)
}
