const locale = "en";
export const number = (value: number) => new Intl.NumberFormat(locale).format(value);

/** “1,234 rows”. */
export const many = (count: number, one: string) => `${number(count)} ${count === 1 ? one : `${one}s`}`;
