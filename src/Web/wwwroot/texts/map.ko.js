// 경기, 좌석도, 결제 화면의 문장.

export default {
};
